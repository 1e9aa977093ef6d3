import './mode.ts';
import { enableCompileCache } from 'node:module';
import { ROOT } from '../platform/paths.ts';

// Reuse compiled code, which makes later starts a third faster. Must run before other modules are loaded. A
// read-only tree just goes without.
enableCompileCache(`${ROOT}/.cache/compile`);
await import('./serve.ts');
