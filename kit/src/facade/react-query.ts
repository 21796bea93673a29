/**
 * The part of @tanstack/react-query that every application shares through the shell, so that one QueryClient and one
 * cache exist. Applications import '@tanstack/react-query' as usual; the vite preset sends that import here. Names are
 * only ever added within a major of the kit. The client and its provider belong to the host and are deliberately not
 * here.
 */
export {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
