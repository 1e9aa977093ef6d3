import { type IncomingMessage, Server } from 'node:http';

// Loaded before the product to record its requests: the address, and the second in which nginx sent it.

const requests: [address: string, second: number][] = [];
const emit = Server.prototype.emit;
Server.prototype.emit = function (this: Server, name: string | symbol, ...rest: unknown[]) {
  const { url = '', headers } = (name === 'request' ? rest[0] : {}) as Partial<IncomingMessage>;
  if (headers?.['x-crowd']) requests.push([url, Number(headers['x-crowd'])]);
  return Reflect.apply(emit, this, [name, ...rest]);
};

process.on('message', () => {
  process.send?.(requests.splice(0));
});
process.channel?.unref();
