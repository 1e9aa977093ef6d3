import { formatInstant } from '../../ui/format.ts';
import type { Holder } from './holder.ts';

/** Mails to the address: those that wait to leave and, where no server takes them, those that lie as files. */
export const mailHolder: Holder<'mails'> = {
  key: 'mails',

  async find({ mailer }, _by, email) {
    const { waiting, files } = await mailer.to(email);
    return { waiting: waiting.length, files: files.length };
  },

  count: ({ waiting, files }) => waiting + files,

  async handOver({ mailer }, _by, email) {
    const { waiting, files } = await mailer.to(email);
    return {
      'e-mails na fila': waiting.map(({ at, subject }) => ({ quando: formatInstant(at), assunto: subject })),
      'e-mails guardados em arquivo': files.map(({ at }) => ({ quando: formatInstant(at) })),
    };
  },

  async erase(deps, by, email) {
    const { waiting, files } = await deps.mailer.to(email);
    const count = waiting.length + files.length;
    if (count > 0) await deps.write(by, (work) => deps.mailer.dropTo(work, email), { content: false });
    return { count, kept: [] };
  },

  async *addresses({ mailer }) {
    yield* await mailer.recipients();
  },
};
