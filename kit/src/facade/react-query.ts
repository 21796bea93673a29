/**
 * The part of @tanstack/react-query that every application shares through the shell, so that one QueryClient and one cache exist.
 * Applications import '@tanstack/react-query' as usual; the vite preset sends that import here. Names are only ever added within a
 * major of the kit. The client and its provider belong to the host and are deliberately not here.
 */
export {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useIsFetching,
  useIsMutating,
  useMutation,
  useMutationState,
  usePrefetchQuery,
  useQueries,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
