import { useApi } from "../api/use-api.ts"

/** What the price table says about its prices, such as that they are samples; nothing without such a note. */
export const PricesNote = () => {
  const note = useApi("/admin/v1/organizations/:id/costs", { query: {} }).data?.note ?? null
  return note === null ? null : <p className="rounded-lg bg-info-soft px-3 py-2 text-info text-sm">{note}</p>
}
