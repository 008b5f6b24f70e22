import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The folded figures of the labels of a campaign in one row, as JSON by the id of the label. A dashboard of a thousand
  // campaigns reads these instead of ten thousand rows. A trigger writes them, because nodes of the release before fold
  // without knowing of them.
  yield* sql`create table folded_splits (
    campaign_id uuid primary key,
    counts text not null
  ) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`
  const counts = sql.literal(
    `'{' || string_agg('"' || intent_label_id || '":' || calls, ',' order by intent_label_id) || '}'`
  )

  // Two folds of a campaign that are under way at once change different labels. Each locks the row before it reads them, so
  // that the second one sees what the first has written.
  yield* sql`create function keep_folded_splits() returns trigger language plpgsql as $$
    declare
      of_campaign uuid;
    begin
      for of_campaign in select distinct campaign_id from changed order by campaign_id loop
        perform from folded_splits where campaign_id = of_campaign for update;
        if not found then
          insert into folded_splits (campaign_id, counts) values (of_campaign, '{}') on conflict (campaign_id) do nothing;
          perform from folded_splits where campaign_id = of_campaign for update;
        end if;
        update folded_splits set counts = (select ${counts} from folded_label_figures where campaign_id = of_campaign)
          where campaign_id = of_campaign;
      end loop;
      return null;
    end
  $$`
  yield* sql`create trigger keep_splits_of_new after insert on folded_label_figures
    referencing new table as changed for each statement execute function keep_folded_splits()`
  yield* sql`create trigger keep_splits_of_changed after update on folded_label_figures
    referencing new table as changed for each statement execute function keep_folded_splits()`
  yield* sql`insert into folded_splits (campaign_id, counts)
    select campaign_id, ${counts} from folded_label_figures group by campaign_id`
})
