import { useApi } from "../api/use-api.ts"

/** The note of the price table, such as that its prices are samples; nothing without one. */
export const PricesNote = () => {
  const note = useApi("/admin/v1/organizations/:id/costs", { query: {} }).data?.note ?? null
  return note === null ? null : <p className="rounded-lg bg-info-soft px-3 py-2 text-info text-sm">{note}</p>
}
