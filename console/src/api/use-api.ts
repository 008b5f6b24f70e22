import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Answer, Input, Method, PathOf } from "./contract.ts"
import { type ApiFailure, request } from "./request.ts"

type GetPath = PathOf<"GET">

/** The query of an endpoint; its key begins with the path. */
export const apiQuery = <P extends GetPath>(path: P, input: Input<"GET", P>) =>
  queryOptions<Answer<"GET", P>, ApiFailure>({
    queryKey: [path, input],
    queryFn: ({ signal }) => request("GET", path, input, signal)
  })

interface ReadOptions<A> {
  /** Reads again after this time, ms, while the page is visible. */
  readonly every?: number | false
  readonly enabled?: boolean
  /** Shows the former answer while another page or filter is loaded. */
  readonly keepsPrevious?: boolean
  readonly initial?: A
}

/** Reads an endpoint and keeps its answer up to date: `useApi("/v1/campaigns/:id", { params: { id } })`. */
export const useApi = <P extends GetPath>(
  path: P,
  input: Input<"GET", P>,
  { every, enabled = true, keepsPrevious = false }: ReadOptions<Answer<"GET", P>> = {}
) =>
  useQuery<Answer<"GET", P>, ApiFailure>({
    ...(apiQuery(path, input) as object),
    queryKey: [path, input],
    enabled,
    ...(every === undefined ? {} : { refetchInterval: every }),
    ...(keepsPrevious ? { placeholderData: (previous: Answer<"GET", P> | undefined) => previous } : {})
  } as never)

/**
 * Changes something. Afterwards every query whose path begins with one of `refreshes` is read again; by default
 * everything that is shown.
 */
export const useChange = <M extends Exclude<Method, "GET">, P extends PathOf<M>>(
  method: M,
  path: P,
  { refreshes = [""] }: { readonly refreshes?: ReadonlyArray<string> } = {}
) => {
  const queries = useQueryClient()
  return useMutation<Answer<M, P>, ApiFailure, Input<M, P>>({
    mutationFn: (input) => request(method, path, input),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => refreshes.some((start) => String(first).startsWith(start))
      })
  })
}
