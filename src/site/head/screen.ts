import { startScreen } from '../../ui/startScreen.ts';
import { markSignedIn } from './markSignedIn.ts';
import { restrictCode } from './restrictCode.ts';

// Head script of screens.

restrictCode();
startScreen();
markSignedIn();
