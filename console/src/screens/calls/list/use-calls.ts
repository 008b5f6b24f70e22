import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import type { Answer } from "../../../api/contract.ts"
import { againAfterFailure } from "../../../api/passing-failures.ts"
import { type ApiFailure, request } from "../../../api/request.ts"
import { type CallFilters, queryOf } from "./call-filters.ts"

const path = "/admin/v1/organizations/:id/calls"
type Found = Answer<"GET", typeof path>
export type ListedCall = Found["data"][number]

/** First part of the key of all lists. No change elsewhere reads the pages of a list again. */
const key = "calls, page by page"

/**
 * The pages of the list that are loaded. They stay as they are until they are read anew on request: while a
 * person scrolls and comes back from a call, no row moves.
 */
export const useCalls = (filters: CallFilters) =>
  useInfiniteQuery<Found, ApiFailure, InfiniteData<Found>, ReadonlyArray<unknown>, string | undefined>({
    queryKey: [key, filters],
    queryFn: ({ pageParam, signal }) =>
      request("GET", path, { query: { ...queryOf(filters), cursor: pageParam, limit: "100" } as never }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: (query) => query.state.data === undefined && againAfterFailure(query)
  })

/** Returns a function that reads a list again from its beginning. */
export const useReadAgain = (filters: CallFilters) => {
  const queries = useQueryClient()
  return () => queries.resetQueries({ queryKey: [key, filters] })
}
