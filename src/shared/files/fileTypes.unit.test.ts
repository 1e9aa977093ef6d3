import { expect, it } from 'vitest';
import { type FileKind, mayBeOfKind, wrongFileType } from './fileTypes.ts';

it.each<[FileKind, type: string, name: string]>([
  ['image', 'image/jpeg', 'foto.jpg'],
  ['image', 'image/jpg', 'foto.jpg'],
  ['image', 'image/pjpeg', 'foto.jpg'],
  ['image', 'image/x-png', 'foto.png'],
  ['image', 'image/png', 'foto.jpg'],
  ['image', '', 'foto.jfif'],
  ['image', '', 'foto'],
  ['image', 'application/octet-stream', 'FOTO.JPG'],
  ['image', ' IMAGE/PJPEG ; q=1', 'foto.jpe'],
  ['pdf', 'application/pdf', 'Encarte 22.11'],
  ['pdf', 'application/x-pdf', 'encarte.pdf'],
  ['pdf', '', 'encarte.pdf'],
  ['pdf', 'binary/octet-stream', 'encarte.PDF'],
  ['video', '', 'loja.mp4'],
  ['video', 'application/octet-stream', 'loja.wmv'],
  ['video', 'video/x-msvideo', 'loja.avi'],
])('a file of kind %s may declare the type «%s» and the name %s', (kind, type, name) => {
  expect(mayBeOfKind(kind, { type, name })).toBe(true);
});

it.each<[FileKind, type: string, name: string]>([
  ['image', 'image/gif', 'foto.gif'],
  ['image', 'text/html', 'foto.jpg'],
  ['image', '', 'foto.heic'],
  ['image', 'application/octet-stream', 'foto.exe'],
  ['image', 'image/pjpeg', 'foto.jpg.html'],
  ['pdf', 'text/plain', 'encarte.pdf'],
  ['pdf', '', 'encarte.docx'],
  ['pdf', 'application/x-pdf', 'encarte.html'],
  ['pdf', 'image/jpg', 'encarte.pdf'],
  ['video', 'audio/mpeg', 'loja.mp4'],
  ['video', '', 'loja.svg'],
])('a file of kind %s cannot declare the type «%s» and the name %s', (kind, type, name) => {
  expect(mayBeOfKind(kind, { type, name })).toBe(false);
});

it('names the allowed types in the refusal of a wrong type', () => {
  expect(wrongFileType('image')).toBe('Formato de arquivo não permitido. Envie JPG ou PNG.');
  expect(wrongFileType('pdf')).toBe('Formato de arquivo não permitido. Envie um PDF.');
  expect(wrongFileType('video')).toBe(
    'Formato de arquivo não permitido. Envie um vídeo, de preferência MP4.',
  );
});
