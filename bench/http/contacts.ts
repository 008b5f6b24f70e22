import { query, withDatabase, withProduct } from "../product.ts"
import { against, asker, idOf, times } from "./asker.ts"

const contacts = 1_000_000
const goalMillis = 100
const samples = 200

/** Reads of contacts in an organization with a million of them. */
export const run = () =>
  withDatabase((url) =>
    withProduct(url, async (product) => {
      const { organizationId } = product
      await fill(url, organizationId)
      const ids = (
        await query(url, `select id from contacts where organization_id = $1 order by md5(id::text) limit ${samples}`, [
          organizationId
        ])
      ).map(({ id }) => String(id))
      const ask = asker(product)
      const floor = await times(samples, () => ask("/healthz"))
      const measured = {
        getById: await times(samples, (index) => ask(`/v1/contacts/${ids[index]}`)),
        firstPage: await times(samples, () => ask("/v1/contacts?limit=100")),
        anyPage: await times(samples, () => ask(`/v1/contacts?limit=100&page=${1 + Math.floor(random() * 10_000)}`)),
        search: await times(samples, (index) => ask(`/v1/contacts?search=${terms[index % terms.length]}`)),
        secondSearchPage: await times(samples, (index) =>
          ask(`/v1/contacts?page=2&search=${terms[index % terms.length]}`)
        )
      }
      return {
        what: `p95 in ms with ${contacts} contacts in one organization, one request after another`,
        floorIs: "GET /healthz, which uses no database",
        ...against(floor, measured, goalMillis)
      }
    })
  )

// A fixed seed, so that every run reads the same pages.
let state = 42
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state / 2_147_483_648
}

const first =
  "Aarav Vivaan Aditya Vihaan Arjun Reyansh Krishna Ishaan Ananya Saanvi Aadhya Kiara Omar Yusuf Zoya Kabir Meera".split(
    " "
  )
const last =
  "Sharma Verma Gupta Singh Kumar Patel Reddy Nair Iyer Bose Ghosh Khan Shaikh Mehta Joshi Kulkarni Desai Menon Pillai Thomas Fernandes Chauhan".split(
    " "
  )

// Each surname is in one of 22 rows (4.5 %); the other searches match fewer rows, or none.
const terms = [...last, "9812", "meera%20k", "zoya%20thomas", "nobody", "00123"]

const fill = async (url: string, organizationId: number) => {
  const name = `(array[${first.map((part) => `'${part}'`)}])[1 + (h % ${first.length})] || ' ' ||
    (array[${last.map((part) => `'${part}'`)}])[1 + (h / 1000 % ${last.length})]`
  await query(
    url,
    `insert into contacts (organization_id, id, name, phone_number, search)
     select $1::int, id, name, phone, lower(name) || e'\\n' || phone from (
       select ${name} as name, '+9198' || lpad((i * 7919 % 100000000)::text, 8, '0') as phone,
         ${idOf("i")} as id
       from (select i, abs(hashint8(i))::bigint as h from generate_series(1::bigint, ${contacts}) i) seeds) rows`,
    [organizationId]
  )
  await query(url, "vacuum analyze contacts")
}
