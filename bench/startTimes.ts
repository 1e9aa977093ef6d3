import type { Figure } from './figures.ts';
import { median, newDataDir, removeDataDir, startProduct } from './product.ts';

const ROUNDS = 5;

/** Measures the time until the first 200 on empty data with demo content, and on existing data. */
export async function startTimes(): Promise<Figure[]> {
  const empty: number[] = [];
  const existing: number[] = [];
  const npm: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = await newDataDir();
    for (const [durations, command] of [
      [empty, undefined],
      [existing, undefined],
      [npm, ['npm', 'start', '--silent']],
    ] as const) {
      const product = await startProduct(dataDir, command && [...command]);
      durations.push(product.firstResponseMs);
      await product.stop();
    }
    await removeDataDir(dataDir);
  }
  return [
    figure('first 200 on empty data with demo content, from process start', empty, 2000),
    figure('first 200 on existing data, from process start', existing, 500),
    figure('first 200 on existing data, from npm start', npm, 600),
  ];
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

function figure(what: string, values: number[], limit: number): Figure {
  const measured = median(values);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return {
    what,
    measured: `${seconds(measured)} (${seconds(least)} to ${seconds(most)})`,
    goal: `≤ ${seconds(limit)}`,
    reached: measured <= limit,
  };
}
