.load build/neardup

.read sql/pipeline.sql
