-- changed_result.sql - how the articles have changed since a @result was found, for people; nothing if they have not.

SELECT said FROM changed_since WHERE result = @result;
