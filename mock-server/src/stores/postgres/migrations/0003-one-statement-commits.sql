-- Oldest program: 2
-- Fails a statement, and with it its transaction, that has found changed what it relies on: it is run again then.
create function must_hold(holds boolean) returns void language plpgsql as $$
begin
  if not holds then
    raise serialization_failure using message = 'what this transaction relies on has changed';
  end if;
end
$$;
