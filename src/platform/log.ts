/** The part of pino that is used; Fastify's own logger fits. */
export interface Logger {
  error(details: object, text?: string): void;
  warn(details: object, text?: string): void;
  info(details: object, text?: string): void;
}
