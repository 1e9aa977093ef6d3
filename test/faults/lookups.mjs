import { lookup } from 'node:dns';

// Loaded into the product, which itself never does this: looks up 200 names at once on a signal.
process.on('SIGUSR2', () => {
  for (let count = 0; count < 200; count += 1) lookup(`nome-${count}.rede.test`, () => {});
});
