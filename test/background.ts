import { getPriority } from 'node:os';
import { background } from '../src/platform/children.ts';

// Tests wait for what a site makes behind everything else, and on a busy machine that would be anybody's guess.
background.niceness = getPriority();
