import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1024, height: 768 } });

test('the documentation opens without any request to others, and its calls can be tried', async ({
  page,
  baseURL,
  troubles,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && protocol !== 'data:' && protocol !== 'blob:') outside.push(request.url());
  });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { name: /Krapao/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'GET /api/lookup/active Whether the site is open' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page
    .getByRole('table')
    .filter({ hasText: /Response headers/i })
    .first();
  await expect(answer).toContainText('200');
  await expect(answer).toContainText('x-request-id');
  expect(outside).toEqual([]);
  expect(troubles.console).toEqual([]);
});
