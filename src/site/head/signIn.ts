import { markSignedIn } from './markSignedIn.ts';
import { restrictCode } from './restrictCode.ts';

// Head script of sign-in pages.

restrictCode();
markSignedIn();
