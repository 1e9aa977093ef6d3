import { aboutPages } from '../features/abouts/about.resource.ts';
import { applications } from '../features/applications/application.resource.ts';
import { banners } from '../features/banners/banner.resource.ts';
import { dailyBooklets } from '../features/booklets/dailyBooklet.resource.ts';
import { fortnightlyBooklets } from '../features/booklets/fortnightlyBooklet.resource.ts';
import { company } from '../features/company/company.resource.ts';
import type { Dashboard } from '../features/dashboard/dashboard.contract.ts';

interface WaitingRow {
  key: string;
  title: string;
  text: string;
  action: { label: string; to: string };
  picture?: Dashboard['waiting']['banners_without_alt'][number]['file'];
}

/** What waits for staff, in words, each with what to do about it. `live` banners show now. */
export function waitingRows(waiting: Dashboard['waiting'], live: number): WaitingRow[] {
  const rows: WaitingRow[] = [];
  const { count, newest } = waiting.applications;
  if (newest) {
    const others = count - 1;
    rows.push({
      key: 'applications',
      title: others > 0 ? `${newest.name} e mais ${others}` : newest.name,
      text:
        others > 0
          ? 'Candidaturas dos últimos 7 dias'
          : `Candidatura para ${newest.vacancy}, nos últimos 7 dias`,
      action:
        others > 0
          ? { label: 'Ver lista', to: applications.at.list }
          : { label: 'Abrir', to: applications.at.show(newest) },
    });
  }
  if (!waiting.company) {
    rows.push({
      key: 'company',
      title: 'Faltam os dados da empresa',
      text: 'O rodapé e a página de contato ficam sem endereço.',
      action: { label: 'Preencher', to: company.at.single },
    });
  }
  if (waiting.booklet !== 'current') {
    rows.push({
      key: 'booklet',
      title: waiting.booklet === 'missing' ? 'Ainda não há encarte quinzenal' : 'O encarte quinzenal venceu',
      text: 'Os links do menu e do rodapé levam a ele.',
      action: { label: 'Enviar', to: fortnightlyBooklets.at.single },
    });
  }
  if (waiting.leaflets_of_tomorrow === 0) {
    rows.push({
      key: 'tomorrow',
      title: 'As ofertas de amanhã ainda não foram enviadas',
      text: 'As de hoje saem do site à meia-noite.',
      action: { label: 'Enviar', to: dailyBooklets.at.create },
    });
  }
  if (live === 0) {
    rows.push({
      key: 'cover',
      title: 'A capa está sem banner',
      text: 'Quem abre o site vê a imagem padrão.',
      action: { label: 'Adicionar', to: banners.at.create },
    });
  }
  for (const type of waiting.abouts) {
    const page = aboutPages[type as keyof typeof aboutPages];
    if (page)
      rows.push({
        key: `about ${type}`,
        title: `Falta o texto do ${page.office.menu.label.toLowerCase()}`,
        text: 'A página dele fica vazia no site.',
        action: { label: 'Escrever', to: page.at.single },
      });
  }
  for (const { uuid, title, file } of waiting.banners_without_alt) {
    rows.push({
      key: uuid,
      title,
      text: 'Banner sem texto alternativo',
      action: { label: 'Completar', to: banners.at.edit({ uuid }) },
      picture: file,
    });
  }
  return rows;
}
