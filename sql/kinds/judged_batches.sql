-- judged_batches.sql - notes that the batches of temp.next_batch are judged, and says whether there are more.

UPDATE main.stage
   SET done = min(parts - 1, done + (parts + 1) / 3)
 WHERE name = 'kinds';

SELECT done < parts - 1 FROM main.stage WHERE name = 'kinds';
