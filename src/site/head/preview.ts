import { growBack } from './growBack.ts';
import { markSignedIn } from './markSignedIn.ts';

// Head script of previews, whose day never changes.

markSignedIn();
growBack();
