-- Oldest program: 2
-- Fails a statement and its transaction if something that they depend on has changed. The transaction is then retried.
create function must_hold(holds boolean) returns void language plpgsql as $$
begin
  if not holds then
    raise serialization_failure using message = 'what this transaction relies on has changed';
  end if;
end
$$;
