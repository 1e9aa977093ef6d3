import type { Work } from '../database/write.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

export interface Mailer {
  /** Puts a mail into the outbox, inside the writing transaction; it leaves after the commit, with retries. */
  queue(work: Work, mail: Mail): Promise<void>;
  /** Starts sending what waits, now and from then on. */
  start(): void;
  /** Finishes the mail under way and stops. */
  stop(): Promise<void>;
  /** Sends everything that is due now; for tests and the command line. */
  flush(): Promise<void>;
}
