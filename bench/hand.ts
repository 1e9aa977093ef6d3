import type { Locator, Page } from '@playwright/test';

/** Counts clicks and keys of a person who works in `page`. */
export class Hand {
  readonly page: Page;
  clicks = 0;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  /** Types into a field, after a click unless it has the focus. */
  async type(field: Locator, text: string): Promise<void> {
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.click(field);
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
  }

  async paste(field: Locator, text: string): Promise<void> {
    await this.click(field);
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await this.page.keyboard.press('Control+v');
    this.keys += 2;
  }

  /** Ticks the first `count` rows of a list: the first, and with Shift the last. */
  async tickRange(count: number): Promise<void> {
    const boxes = this.page.locator('tbody').getByRole('checkbox');
    await this.click(boxes.first());
    await boxes.nth(count - 1).click({ modifiers: ['Shift'] });
    this.clicks += 1;
    this.keys += 1;
  }

  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label });
    this.clicks += 2;
  }

  async attach(field: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await field.setInputFiles(files);
    this.clicks += 3;
  }
}
