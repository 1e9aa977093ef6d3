import linked from './BranchPage.css?url';

// The page of one branch: the list of branches behind an open dialog.

export { default, head, load } from './BranchesPage.tsx';
// List and dialog are too long for inline styles.
export { linked };
