// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {USDB} from "../../src/faucet/USDB.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {MainToken} from "../../src/tokens/MainToken.sol";
import {Pool} from "../../src/tokens/Pool.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {Taxes} from "../../src/tokens/Taxes.sol";
import {Test} from "./Test.sol";

/// @dev Handler of the pools' invariant tests: random trades by every path of the router, and its own record of amounts
/// and floors. A trade that reverts fails the test, unless its amount is too small to give anything.
contract TraderHandler is Test {
    USDB private immutable usdb;
    MainToken private immutable main;
    Swap private immutable swap;
    Taxes private immutable taxes;
    address private immutable dev;
    address[] private _wallets;
    /// TIDE first, then the launched tokens.
    Pool[] private _pools;

    /// Tokens minted to and burned from the handler's wallets, by pool.
    mapping(address pool => uint256) public minted;
    mapping(address pool => uint256) public burned;
    /// Floor and price after the last trade, by pool.
    mapping(address pool => uint256) public lastFloor;
    mapping(address pool => uint256) public lastPrice;
    bool public floorFell;
    bool public stablePriceFell;

    constructor(
        USDB usdb_,
        MainToken main_,
        Swap swap_,
        Taxes taxes_,
        address dev_,
        address[] memory wallets,
        FactoryToken[] memory tokens
    ) {
        (usdb, main, swap, taxes, dev) = (usdb_, main_, swap_, taxes_, dev_);
        _wallets = wallets;
        _pools.push(main_);
        for (uint256 i; i < tokens.length; ++i) {
            _pools.push(tokens[i]);
        }
        for (uint256 i; i < _pools.length; ++i) {
            _recordPool(_pools[i]);
        }
    }

    function buy(uint256 who, uint256 what, uint256 amount) external {
        (address wallet, Pool pool) = _select(who, what);
        amount = bound(amountOf(amount, 1_000_000e18), 1e9, 1_000_000e18);
        vm.prank(wallet);
        minted[address(pool)] += swap.buyTokens(amount, 0, _path(pool, true, true), false);
        _recordPools(pool);
    }

    function sell(uint256 who, uint256 what, uint256 amount, bool forTide) external {
        (address wallet, Pool pool) = _select(who, what);
        uint256 held = pool.balanceOf(wallet);
        if (held < 1e9) return;
        amount = bound(amountOf(amount, held), 1e9, held);
        // In a pool near constant product 1e-9 tokens can be worth less than 1 wei after sales.
        if (swap.getAmountsOut(amount, _path(pool, false, true)) == 0) return;
        vm.prank(wallet);
        swap.sellTokens(amount, 0, _path(pool, false, _isTide(pool) || !forTide), false);
        burned[address(pool)] += amount;
        _recordPools(pool);
    }

    function sellEverything(uint256 who, uint256 what) external {
        (address wallet, Pool pool) = _select(who, what);
        uint256 held = pool.balanceOf(wallet);
        if (held < 1e9 || swap.getAmountsOut(held, _path(pool, false, true)) == 0) return;
        vm.prank(wallet);
        swap.sellTokens(held, 0, _path(pool, false, true), false);
        burned[address(pool)] += held;
        _recordPools(pool);
    }

    function give(uint256 from, uint256 to, uint256 what, uint256 amount) external {
        (address wallet, Pool pool) = _select(from, what);
        uint256 held = pool.balanceOf(wallet);
        vm.prank(wallet);
        pool.transfer(_wallets[to % _wallets.length], held == 0 ? 0 : amount % held);
    }

    /// A direct transfer to a pool must not change its price.
    function donate(uint256 who, uint256 what, uint256 amount) external {
        (address wallet, Pool pool) = _select(who, what);
        address quote = pool.token1();
        uint256 held = IERC20(quote).balanceOf(wallet);
        vm.prank(wallet);
        IERC20(quote).transfer(address(pool), amount % (held / 1000 + 1));
    }

    function surge(uint256 what, uint256 duration, uint256 wait) external {
        Pool pool = _pools[what % _pools.length];
        if (!_isTide(pool) && !taxes.isSurgeActive(address(pool))) {
            uint256 available = taxes.availableSurgeQuota(address(pool));
            if (available >= 1 hours) {
                vm.prank(dev);
                taxes.startSurgeTax(50, 0, bound(duration, 1 hours, available), address(pool));
            }
        }
        vm.warp(vm.getBlockTimestamp() + wait % 3 days);
    }

    function _isTide(Pool pool) private view returns (bool) {
        return address(pool) == address(main);
    }

    function _select(uint256 who, uint256 what) private view returns (address, Pool) {
        return (_wallets[who % _wallets.length], _pools[what % _pools.length]);
    }

    function _path(Pool pool, bool isBuy, bool whole) private view returns (address[] memory path) {
        bool direct = _isTide(pool);
        path = new address[](direct || !whole ? 2 : 3);
        (path[0], path[1]) =
            isBuy ? (address(usdb), address(main)) : (address(pool), direct ? address(usdb) : address(main));
        if (path.length == 3) path[2] = isBuy ? address(pool) : address(usdb);
    }

    /// @dev A trade of a token changes its pool and the pool of TIDE.
    function _recordPools(Pool pool) private {
        _recordPool(pool);
        _recordPool(main);
    }

    function _recordPool(Pool pool) private {
        uint256 price = pool.getTokenPrice();
        if (pool.hybridMultiplier() == 100 && price < lastPrice[address(pool)]) stablePriceFell = true;
        lastPrice[address(pool)] = price;
        uint256 floor = _isTide(pool) ? price : FactoryToken(address(pool)).calculateTokenFloor();
        if (floor < lastFloor[address(pool)]) floorFell = true;
        lastFloor[address(pool)] = floor;
    }
}
