-- changed_links.sql - that verdicts have changed since clusters were made, for people; nothing if they have not.

SELECT said FROM changed_links;
