create role vitrine login;
create database vitrine owner vitrine;
