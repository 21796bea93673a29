import { useLocation } from 'react-router';

/** Shows where a test's navigation has led. */
export function Where() {
  const { pathname, search } = useLocation();
  return <output aria-label="where">{pathname + search}</output>;
}
