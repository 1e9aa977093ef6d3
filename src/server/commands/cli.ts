import '../mode.ts';
import { enableCompileCache } from 'node:module';
import { ROOT } from '../../platform/paths.ts';

// Reuse compiled code, as the server does. Must run before other modules are loaded.
enableCompileCache(`${ROOT}/.cache/compile`);
await import('./run.ts');
