import { applyMask, caretAfter, type Mask } from '../shared/text/masks.ts';

/** Punctuates the value of an input that was just edited, and keeps the caret behind the same character. */
export function maskInput(mask: Mask, input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  const shown = applyMask(mask, value);
  if (shown === value) return;
  const caret = caretAfter(mask, value.slice(0, selectionStart ?? value.length), shown);
  input.value = shown;
  input.setSelectionRange(caret, caret);
}
