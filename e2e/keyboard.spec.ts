import { EDITIONS } from './support/editions.ts';
import { newMember, somebody } from './support/person.ts';
import { Reader } from './support/reader.ts';
import { readOtp } from './support/steps.ts';
import { expect, test } from './support/test.ts';

// A keyboard has a screen reader beside it more often than a telephone: a desktop's window.
test.use({ viewport: { width: 1024, height: 768 }, isMobile: false, hasTouch: false });

for (const edition of ['thai', 'laos'] as const) {
  test.describe(`on the ${edition} edition`, () => {
    test.use({ edition });

    test('a visitor registers and logs in with the keyboard alone, and hears where they are', async ({
      page,
      context,
      t,
    }) => {
      const person = somebody(edition);
      const { keyboard } = page;
      const reader = await Reader.of(page);
      await page.goto('/register');
      await expect(page.getByRole('heading', { name: t('shell:register.phone.title') })).toBeVisible();

      const phone = await reader.tabTo('textbox', t('shell:register.phone.label'));
      expect(phone.states).toContain('required');
      await keyboard.press('Enter');
      await expect
        .poll(async () => (await reader.focused()).states, 'an empty field is named as wrong')
        .toContain('invalid');
      expect((await reader.focused()).description).toContain(t('shell:register.phone.missing'));
      await keyboard.type(person.phone);
      await keyboard.press('Enter');

      await expect(page.getByRole('heading', { name: t('shell:register.otp.title') })).toBeVisible();
      const [before = '', after = ''] = t('shell:register.otp.ref', { otpRef: '|' }).split('|');
      const line = (await page.getByText(before.trim()).textContent()) ?? '';
      const code = await readOtp(context, edition, person.phone, line.slice(before.length, line.length - after.length));
      await page.bringToFront();
      await reader.tabTo('textbox', new RegExp(t('common:otp.label')));
      await keyboard.type(code);

      await expect(page.getByRole('heading', { name: t('shell:register.profile.title') })).toBeVisible();
      await reader.tabTo('textbox', t('shell:register.profile.name'));
      await keyboard.type(person.name);
      await reader.tabTo('textbox', t('shell:register.profile.password'));
      await keyboard.type(person.password);
      await reader.tabTo('textbox', t('shell:register.profile.confirm'));
      await keyboard.type('something else');
      await keyboard.press('Enter');
      await expect
        .poll(async () => (await reader.focused()).description)
        .toContain(t('shell:register.profile.mismatch'));
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(person.password);
      await keyboard.press('Enter');

      await expect(page.getByRole('heading', { name: t('shell:register.bank.title') })).toBeVisible();
      await reader.tabTo('button', new RegExp(t('shell:register.bank.choose')));
      await keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: t('shell:register.bank.choose') })).toBeVisible();
      await keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect((await reader.focused()).name, 'the focus comes back to what opened the sheet').toMatch(
        new RegExp(t('shell:register.bank.choose')),
      );
      await keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: t('shell:register.bank.choose') })).toBeVisible();
      await reader.tabTo('button', edition === 'laos' ? /Banque pour le Commerce/ : /Siam Commercial Bank/);
      await keyboard.press('Enter');
      await reader.tabTo('textbox', new RegExp(t('shell:register.bank.accountNo')));
      await keyboard.type(person.accountNo);
      await reader.tabTo('textbox', new RegExp(t('shell:register.bank.firstName')));
      await keyboard.type(person.firstName);
      await reader.tabTo('textbox', new RegExp(t('shell:register.bank.lastName')));
      await keyboard.type(person.lastName);
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: t('shell:register.done.title') })).toBeVisible();
      await reader.hears(t('shell:register.done.toast'));

      await expect(page).toHaveURL(/\/login$/);
      await reader.tabTo('textbox', t('shell:login.phone'));
      await keyboard.type(person.phone);
      await reader.tabTo('textbox', t('shell:login.password'));
      await keyboard.type('not the password');
      await keyboard.press('Enter');
      await reader.hears(t('errors:WRONG_CREDENTIAL'));
      await reader.tabTo('textbox', t('shell:login.password'));
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type(person.password);
      await reader.tabTo('checkbox', t('shell:login.remember'));
      await keyboard.press('Space');
      expect((await reader.focused()).states).toContain('checked');
      await reader.tabTo('button', t('shell:login.submit'));
      await keyboard.press('Enter');
      await expect(page).toHaveURL(/\/user\/home$/);

      // The agreement comes by itself and takes the focus.
      await expect(page.getByRole('alertdialog', { name: t('mf-wallet:agreement.title') })).toBeVisible();
      await reader.tabTo('button', t('mf-wallet:agreement.accept'));
      await keyboard.press('Enter');
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
    });

    test('a member changes their profile and password with the keyboard alone, and hears what became of it', async ({
      page,
      t,
    }) => {
      const person = await newMember(edition);
      const { keyboard } = page;
      const reader = await Reader.of(page);
      await page.goto('/login?nextUrl=/user/profile');
      await expect(page.getByRole('heading', { name: t('shell:login.title') })).toBeVisible();
      await reader.tabTo('textbox', t('shell:login.phone'));
      await keyboard.type(person.phone);
      await reader.tabTo('textbox', t('shell:login.password'));
      await keyboard.type(person.password);
      await keyboard.press('Enter');
      await expect(page.getByText(t('shell:profile.bankAccount'))).toBeVisible();

      await reader.tabTo('button', t('account:profile.edit'));
      await keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: t('account:profile.edit') })).toBeVisible();
      await keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect
        .poll(async () => (await reader.focused()).name, { message: 'the focus comes back' })
        .toBe(t('account:profile.edit'));
      await keyboard.press('Enter');
      await reader.tabTo('textbox', t('shell:profile.name'));
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type('Kaew');
      await keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await reader.hears(t('common:alert.saved'));
      await expect(page.getByRole('definition').filter({ hasText: 'Kaew' })).toBeVisible();

      await reader.tabTo('button', t('account:password.title'));
      await keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: t('account:password.title') })).toBeVisible();
      await reader.tabTo('textbox', t('account:password.old'));
      await keyboard.type(person.password);
      await reader.tabTo('textbox', t('account:password.new'));
      await keyboard.type('another secret 7');
      await reader.tabTo('textbox', t('account:password.confirm'));
      await keyboard.type('another secret 8');
      await keyboard.press('Enter');
      await expect.poll(async () => (await reader.focused()).description).toContain(t('account:password.notEqual'));
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type('another secret 7');
      await keyboard.press('Enter');
      await reader.hears(t('common:alert.saved'));
      await keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect
        .poll(async () => (await reader.focused()).name, { message: 'the focus comes back' })
        .toBe(t('account:password.title'));
      expect(new URL(page.url()).origin).toBe(EDITIONS[edition].portal);
    });
  });
}
