import { lookup } from 'node:dns';

// Loaded into the product: on a signal it asks for 200 names at once, as nothing in it does.
process.on('SIGUSR2', () => {
  for (let count = 0; count < 200; count += 1) lookup(`nome-${count}.rede.test`, () => {});
});
