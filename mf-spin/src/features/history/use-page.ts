import { useSearchParams } from 'react-router';

/** The page in the address (`?page=2`), counted from 1; anything else is the first page. Going back goes to the page before. */
export function usePage(): [page: number, toPage: (page: number) => void] {
  const [params, setParams] = useSearchParams();
  const text = params.get('page') ?? '';
  const page = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
  const toPage = (next: number) => {
    setParams(next === 1 ? {} : { page: String(next) });
    window.scrollTo(0, 0);
  };
  return [page, toPage];
}
