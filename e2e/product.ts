import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const root = resolve(import.meta.dirname, '..');

const system = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: join(root, '.cache/compile'),
};

/** The whole product as a person runs it, on a folder and a port of its own, with a mailbox that speaks SMTP. */
export interface Product {
  url: string;
  /** Where its database and files lie. */
  dataDir: string;
  admin: { email: string; password: string };
  mails: Email[];
  /** What the command line answers, on the same data. */
  command(...args: string[]): Promise<string>;
  /** The next mail to `address`; waits for it. */
  mailTo(address: string): Promise<Email>;
  stop(): Promise<void>;
}

interface Options {
  /** A folder that stays; else it is a copy of the prepared one, which goes with the product. */
  dataDir?: string;
  /** Nothing is in it yet. */
  empty?: boolean;
}

export async function startProduct(options: Options = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'vitrine-e2e-')));
  const template = options.empty ? undefined : process.env.E2E_TEMPLATE;
  if (!options.dataDir && template) await cp(template, dataDir, { recursive: true });
  const mails: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      done();
    },
  });
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening));
  const { port } = smtp.server.address() as { port: number };
  const admin = { email: 'rosangela@hiperaurora.example', password: 'senha da jornada' };

  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: {
      ...system,
      PORT: '0',
      DATA_DIR: dataDir,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'error',
      ...(options.empty && { DEMO_CONTENT: '0' }),
      // Minutes of work beside the journeys, which look at none of it.
      AVIF: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressFrom(child);
  return {
    url,
    dataDir,
    admin,
    mails,
    async command(...args) {
      const env = { ...system, DATA_DIR: dataDir };
      const { stdout } = await promisify(execFile)(process.execPath, ['src/server/cli.ts', ...args], {
        cwd: root,
        env,
      });
      return stdout;
    },
    async mailTo(address) {
      const deadline = Date.now() + 15_000;
      while (Date.now() < deadline) {
        const index = mails.findIndex((mail) => mail.to?.some((to) => to.address === address));
        if (index >= 0) return mails.splice(index, 1)[0] as Email;
        await new Promise((wait) => setTimeout(wait, 100));
      }
      throw new Error(`no mail to ${address}`);
    },
    async stop() {
      child.kill('SIGTERM');
      const code = await new Promise((ended) => child.once('exit', ended));
      if (code !== 0) throw new Error(`the product ended with ${code} on SIGTERM`);
      await new Promise<void>((closed) => smtp.close(closed));
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function addressFrom(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const address = /https?:\/\/\S+/.exec(output)?.[0];
      if (address) found(address);
    });
    child.once('exit', (code) =>
      failed(new Error(`the product ended with ${code} before it listened:\n${output}`)),
    );
  });
}
