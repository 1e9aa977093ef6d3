import { followDay } from './followDay.ts';
import { growBack } from './growBack.ts';
import { markShoppingList } from './markShoppingList.ts';
import { markSignedIn } from './markSignedIn.ts';
import { placeMyStore } from './placeMyStore.ts';

// Head script of public pages.

markSignedIn();
placeMyStore();
markShoppingList();
followDay();
growBack();
