import { expect, test } from 'vitest';
import { createRegistry } from './metrics.ts';

test('writes counters, gauges and histograms in the text format of Prometheus', () => {
  const registry = createRegistry();
  const counter = registry.counter({ name: 'a_total', help: 'A.', labels: ['one', 'two'] });
  counter.add(['x', 'y']);
  counter.add(['x', 'y'], 2);
  counter.add(['quo"te', 'back\\slash']);
  const histogram = registry.histogram({
    name: 'b_seconds',
    help: 'B.',
    labels: ['route'],
    buckets: [0.1, 1],
  });
  for (const seconds of [0.1, 0.5, 0.7, 9]) histogram.observe(seconds, ['/']);
  registry.sampled('gauge', { name: 'c', help: 'C.' }, () => 1.5);
  registry.sampled('gauge', { name: 'd', help: 'D.', labels: ['part'] }, () => [[['mail'], 0]]);
  registry.sampled('gauge', { name: 'unknown', help: 'Not now.' }, () => null);
  registry.counter({ name: 'never_total', help: 'Nothing yet.' });
  expect(registry.text()).toBe(`# HELP a_total A.
# TYPE a_total counter
a_total{one="x",two="y"} 3
a_total{one="quo\\"te",two="back\\\\slash"} 1
# HELP b_seconds B.
# TYPE b_seconds histogram
b_seconds_bucket{route="/",le="0.1"} 1
b_seconds_bucket{route="/",le="1"} 3
b_seconds_bucket{route="/",le="+Inf"} 4
b_seconds_sum{route="/"} 10.3
b_seconds_count{route="/"} 4
# HELP c C.
# TYPE c gauge
c 1.5
# HELP d D.
# TYPE d gauge
d{part="mail"} 0
# HELP unknown Not now.
# TYPE unknown gauge
# HELP never_total Nothing yet.
# TYPE never_total counter
never_total 0
`);
});
