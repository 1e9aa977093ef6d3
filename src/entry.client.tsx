// Entry of the back office. It is separate, so that the bundler never places shared code in this file.
void import('./start.browser.tsx');
