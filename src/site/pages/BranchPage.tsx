import linked from './BranchPage.css?url';

// The page of one branch: the list of branches behind an open dialog.

export { default, head, load } from './BranchesPage.tsx';
// Linked, because list and dialog with inline styles would exceed the first round trip of a TCP connection.
export { linked };
