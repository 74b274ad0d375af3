// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {Pool} from "../../src/tokens/Pool.sol";
import {ExchangeFixture} from "../helpers/ExchangeFixture.sol";
import {AttackerHandler} from "../helpers/AttackerHandler.sol";
import {TraderHandler} from "../helpers/TraderHandler.sol";

/// @dev Random trades of TIDE and of tokens with several multipliers.
contract PoolsInvariantTest is ExchangeFixture {
    TraderHandler private handler;
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
        handler = new TraderHandler(usdb, main, swap, taxes, DEV, wallets, tokens);
        pools.push(main);
        for (uint256 i; i < tokens.length; ++i) {
            pools.push(tokens[i]);
        }
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// One run checks the invariants 1, 2 and 4; `PoolMath.t.sol` tests each of them alone.
    function invariant_pools() public view {
        _assertSolvent();
        _assertFloors();
        _assertSuppliesAndReserves();
    }

    /// Invariant 1: a pool holds the quote that all its tokens could be sold for.
    function _assertSolvent() private view {
        for (uint256 i; i < pools.length; ++i) {
            Pool pool = pools[i];
            uint256 owed = pool.reserve1() - pool.baseReserve1();
            vm.assertGe(IERC20(pool.token1()).balanceOf(address(pool)), owed, "quote held");
            vm.assertLe(pool.calculateTokensForSell(pool.totalSupply()), owed, "worth of the supply");
        }
    }

    /// Invariant 2: the price of Stable+ and every floor never fall, and no floor exceeds its price.
    function _assertFloors() private view {
        vm.assertFalse(handler.stablePriceFell());
        vm.assertFalse(handler.floorFell());
        for (uint256 i = 1; i < pools.length; ++i) {
            FactoryToken token = FactoryToken(address(pools[i]));
            vm.assertLe(token.calculateTokenFloor(), token.getTokenPrice(), "floor below price");
        }
    }

    /// Invariant 4: the supply is minted minus burned, and the token reserve follows from it exactly.
    function _assertSuppliesAndReserves() private view {
        for (uint256 i; i < pools.length; ++i) {
            Pool pool = pools[i];
            uint256 supply = pool.totalSupply();
            // Trades of tokens also mint and burn TIDE, so the handler's record is complete for the tokens only.
            if (i > 0) vm.assertEq(supply, handler.minted(address(pool)) - handler.burned(address(pool)));
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

/// @dev Invariant 5. The victim holds all tokens and has approved the router without limit.
contract HoldersInvariantTest is ExchangeFixture {
    address private constant VICTIM = address(0x71c7);

    AttackerHandler private handler;
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
        handler = new AttackerHandler(usdb, main, token, factory, taxes, swap, VICTIM, attackers);
        usdbBefore = usdb.balanceOf(VICTIM);
        tideBefore = main.balanceOf(VICTIM);
        tokensBefore = token.balanceOf(VICTIM);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// Invariant 5: only the holder and the operator move a holder's tokens.
    function invariant_onlyHoldersMoveTheirTokens() public view {
        vm.assertGe(usdb.balanceOf(VICTIM), usdbBefore, "USDB");
        vm.assertGe(main.balanceOf(VICTIM), tideBefore, "TIDE");
        vm.assertGe(token.balanceOf(VICTIM), tokensBefore, "token");
        vm.assertEq(main.SWAP(), address(swap));
        vm.assertEq(main.CEO(), OPERATOR);
    }

    /// The invariant would hold trivially if every call of the handler reverted.
    function test_someCallsOfTheHandlerSucceed() public {
        handler.tradeWithVictimsApproval(0, 0, 1e18);
        handler.claimForVictim(3, 5e18);
        handler.manageVictimsToken(2, 5);
        vm.assertGe(handler.successes(), 4, "successful calls");
        vm.assertTrue(handler.attempts() > handler.successes());
    }
}
