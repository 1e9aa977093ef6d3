import type { Locator } from '@playwright/test';
import type { Hand } from './hand.ts';
import { samplePicture } from './samplePicture.ts';

// Chores of `chores.ts` that Payload can do with collections alone, from its dashboard to the message that they
// are done. The others would have to be built.

const create = ({ page }: Hand, slug: string) =>
  page.locator(`a[href$="/collections/${slug}/create"]`).first();
const button = ({ page }: Hand, name: string) => page.getByRole('button', { name, exact: true });
const drawer = ({ page }: Hand) => page.locator('dialog.drawer--is-open').last();

/** Chooses in a list, which Payload draws itself: a click opens it, another one chooses. */
async function choose(hand: Hand, list: Locator, label: string): Promise<void> {
  await hand.click(list);
  await hand.click(hand.page.getByRole('option', { name: label, exact: true }));
}

async function addPicture(hand: Hand, name: string, width: number, height: number): Promise<void> {
  await hand.click(hand.page.locator('.upload').getByRole('button', { name: 'Create New' }));
  await hand.attach(drawer(hand).locator('input[type=file]'), [await samplePicture(name, width, height)]);
  await hand.click(drawer(hand).getByRole('button', { name: 'Save', exact: true }));
  await drawer(hand).waitFor({ state: 'detached' });
}

export const PAYLOAD_CHORES = {
  async banner(hand: Hand) {
    await hand.click(create(hand, 'banners'));
    await hand.type(hand.page.locator('input[name=title]'), 'Feira de quarta');
    await addPicture(hand, 'feira.jpg', 1440, 600);
    await hand.click(button(hand, 'Publish changes'));
    await hand.page.getByText('successfully').first().waitFor();
  },
  async recipe(hand: Hand) {
    const { page } = hand;
    await hand.click(create(hand, 'drafted-recipes'));
    await hand.type(page.locator('input[name=name]'), 'Cuscuz da medida');
    await choose(hand, page.locator('#field-category'), 'Almoço de família');
    await addPicture(hand, 'cuscuz.jpg', 1200, 900);
    await hand.type(page.locator('textarea[name=description]'), 'Rende bem.');
    await hand.type(page.locator('textarea[name=ingredients]'), '2 xícaras de flocão');
    await hand.type(page.locator('textarea[name=preparation]'), 'Hidrate e cozinhe no vapor.');
    await hand.click(button(hand, 'Save Draft'));
    await page.getByText('successfully').first().waitFor();
    await hand.click(page.getByRole('banner').getByRole('link', { name: 'Drafted Recipes' }));
    await hand.click(page.getByRole('link', { name: 'Cuscuz da medida' }));
    await hand.click(button(hand, 'Publish changes'));
    await page.getByText('Published').first().waitFor();
  },
  async holidays(hand: Hand) {
    const { page } = hand;
    await hand.click(
      page
        .locator('main a[href$="/collections/holidays"], .dashboard a[href$="/collections/holidays"]')
        .first(),
    );
    await hand.click(page.locator('thead input[type=checkbox]'));
    await hand.click(button(hand, 'Edit'));
    await choose(hand, drawer(hand).locator('.field-select .rs__control, .rs__control').first(), 'Hours');
    await choose(hand, drawer(hand).locator('#field-hours'), 'closed');
    await hand.click(drawer(hand).getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('successfully').first().waitFor();
  },
  /** Creates the account with a password that the user must be told: Payload sends no invitation. */
  async colleague(hand: Hand) {
    const { page } = hand;
    await hand.click(create(hand, 'users'));
    await hand.type(page.locator('input[name=email]'), 'bia.reis@correio.example');
    await hand.type(page.locator('input[name=password]'), 'senha da bia');
    await hand.type(page.locator('input[name=confirm-password]'), 'senha da bia');
    await hand.click(button(hand, 'Save'));
    await page.getByText('successfully').first().waitFor();
  },
};
