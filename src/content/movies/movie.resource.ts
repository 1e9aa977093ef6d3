import { resource } from '../../shared/resource.ts';

export const movies = resource({
  table: 'movies',
  one: 'o filme',
  many: 'os filmes',
  meaning: 'a film of the cinema; types 1 Em cartaz, 2 Encerrado',
  area: 'movies',
  title: 'name',
  files: ['file_id'],
  turns: [['release_date', 'first day']],
  found: {
    kind: 'movie',
    page: '/cinema/:uuid',
    words: { name: 'title', description: 'text' },
    excerpt: 'description',
    only: { type: 1 },
    from: 'release_date',
  },
  office: {
    address: 'movies',
    screens: {
      list: 'content/movies/office/MovieList',
      create: 'content/movies/office/MovieForm',
      show: 'content/movies/office/MovieDetails',
      edit: 'content/movies/office/MovieForm',
    },
    menu: { group: 'Cinema', label: 'Filmes', icon: 'Film' },
  },
});
