// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {Pool} from "../../src/tokens/Pool.sol";
import {Exchange} from "../helpers/Exchange.sol";
import {Thieves} from "../helpers/Thieves.sol";
import {Traders} from "../helpers/Traders.sol";

/// @dev Random trades on TIDE and a token of each kind.
contract PoolsInvariantTest is Exchange {
    Traders private traders;
    Pool[] private pools;

    function setUp() public override {
        super.setUp();
        FactoryToken[] memory tokens = new FactoryToken[](4);
        tokens[0] = launch(1);
        tokens[1] = launch(50);
        tokens[2] = launch(80, false, 500, 300);
        tokens[3] = launch(100);
        address[] memory wallets = new address[](2);
        (wallets[0], wallets[1]) = (ALICE, BOB);
        fund(ALICE, 1e30);
        fund(BOB, 1e30);
        traders = new Traders(usdb, main, swap, taxes, DEV, wallets, tokens);
        pools.push(main);
        for (uint256 i; i < tokens.length; ++i) {
            pools.push(tokens[i]);
        }
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(traders);
    }

    /// One campaign for invariants 1, 2 and 4; the tests of the library have each of them on its own.
    function invariant_poolsKeepTheirPromises() public view {
        _poolsHoldWhatTheyOwe();
        _floorsHold();
        _suppliesAndReservesAddUp();
    }

    /// Invariant 1: every pool can pay what its curve owes.
    function _poolsHoldWhatTheyOwe() private view {
        for (uint256 i; i < pools.length; ++i) {
            Pool pool = pools[i];
            uint256 owed = pool.reserve1() - pool.baseReserve1();
            vm.assertGe(IERC20(pool.token1()).balanceOf(address(pool)), owed, "quote held");
            vm.assertLe(pool.calculateTokensForSell(pool.totalSupply()), owed, "worth of the supply");
        }
    }

    /// Invariant 2: Stable+ never falls, no floor ever falls, none is above its price.
    function _floorsHold() private view {
        vm.assertFalse(traders.stablePriceFell());
        vm.assertFalse(traders.floorFell());
        for (uint256 i = 1; i < pools.length; ++i) {
            FactoryToken token = FactoryToken(address(pools[i]));
            vm.assertLe(token.calculateTokenFloor(), token.getTokenPrice(), "floor below price");
        }
    }

    /// Invariant 4: supplies are what was minted less what was burned, and reserves follow them exactly.
    function _suppliesAndReservesAddUp() private view {
        for (uint256 i; i < pools.length; ++i) {
            Pool pool = pools[i];
            uint256 supply = pool.totalSupply();
            // Routes mint and burn TIDE on the way; of the launched tokens the traders' books know all.
            if (i > 0) vm.assertEq(supply, traders.minted(address(pool)) - traders.burned(address(pool)));
            int256 scaled = int256(100 * pool.baseReserve0()) + (2 * int256(pool.hybridMultiplier()) - 100)
                * int256(supply);
            vm.assertEq(pool.reserve0(), uint256(scaled) / 100);
            uint256 held = pool.balanceOf(ALICE) + pool.balanceOf(BOB);
            if (i == 0) {
                for (uint256 j = 1; j < pools.length; ++j) {
                    held += pool.balanceOf(address(pools[j]));
                }
            }
            vm.assertEq(supply, held + pool.balanceOf(address(pool)), "nobody else holds any");
        }
        vm.assertEq(usdb.balanceOf(address(swap)) + main.balanceOf(address(swap)), 0, "router keeps nothing");
        vm.assertEq(usdb.balanceOf(address(taxes)), 0, "taxes keep nothing");
    }
}

/// @dev Invariant 5, with a victim that holds everything and has approved the router without limit.
contract HoldersInvariantTest is Exchange {
    address private constant VICTIM = address(0x71c7);

    Thieves private thieves;
    FactoryToken private token;
    uint256 private usdbBefore;
    uint256 private tideBefore;
    uint256 private tokensBefore;

    function setUp() public override {
        super.setUp();
        token = launch(40, true, 100, 500);
        address[] memory wallets = new address[](2);
        (wallets[0], wallets[1]) = (VICTIM, ALICE);
        vm.prank(DEV);
        token.SetWhitelistedWallet(wallets, 1_000_000e18, "");
        fund(VICTIM, 100_000e18);
        approve(VICTIM, address(token));
        buy(VICTIM, address(main), 10_000e18);
        buy(VICTIM, address(token), 10_000e18);
        address[] memory attackers = new address[](4);
        (attackers[0], attackers[1], attackers[2], attackers[3]) = (ALICE, BOB, DEV, FAUCET);
        vm.prank(OPERATOR);
        usdb.mint(FAUCET, 1_000e18);
        thieves = new Thieves(usdb, main, token, factory, taxes, swap, VICTIM, attackers);
        usdbBefore = usdb.balanceOf(VICTIM);
        tideBefore = main.balanceOf(VICTIM);
        tokensBefore = token.balanceOf(VICTIM);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(thieves);
    }

    /// Invariant 5: nobody but the holder and the operator moves a holder's tokens.
    function invariant_nobodyMovesAnothersTokens() public view {
        vm.assertGe(usdb.balanceOf(VICTIM), usdbBefore, "USDB");
        vm.assertGe(main.balanceOf(VICTIM), tideBefore, "TIDE");
        vm.assertGe(token.balanceOf(VICTIM), tokensBefore, "token");
        vm.assertEq(main.SWAP(), address(swap));
        vm.assertEq(main.CEO(), OPERATOR);
    }

    /// The attacks are real: some of those calls do succeed (trades, claims, shares).
    function test_thievesAreNotAllTurnedAway() public {
        thieves.tradeAround(0, 0, 1e18);
        thieves.abuseTheFaucet(3, 5e18);
        thieves.misuseTheToken(2, 5);
        vm.assertGe(thieves.successes(), 4, "successful calls");
        vm.assertTrue(thieves.attempts() > thieves.successes());
    }
}
