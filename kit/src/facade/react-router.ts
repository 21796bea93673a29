/**
 * The part of react-router that every application shares through the shell: links, places and guards of the one router.
 * Applications import 'react-router' as usual; the vite preset sends that import here. Names are only ever added within
 * a major of the kit. Creating a router belongs to the host and is deliberately not here.
 */
export {
  Link,
  NavLink,
  Outlet,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router';
