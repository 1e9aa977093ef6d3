// The back office's start. It stands alone, so that nothing which others load too is ever laid into this file.
void import('./start.browser.tsx');
