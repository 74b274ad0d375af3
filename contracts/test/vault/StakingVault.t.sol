// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {IStakingVault} from "../../src/vault/IStakingVault.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {Vm} from "../helpers/Test.sol";
import {VaultFixture} from "../helpers/VaultFixture.sol";

/// @dev Wrapping, unwrapping and locking. Yield is in `VaultYield.t.sol`, loans in `VaultLoans.t.sol`.
contract StakingVaultTest is VaultFixture {
    bytes32 private constant TRADED = keccak256("TokensTraded(uint256,uint256,address,uint256,uint8)");

    function test_wiring() public view {
        vm.assertEq(vault.name(), "Wrapped Tide");
        vm.assertEq(vault.symbol(), "wTIDE");
        vm.assertEq(uint256(vault.decimals()), 18);
        vm.assertEq(vault.stasisToken(), address(main));
        vm.assertEq(address(vault.SWAP()), address(swap));
        vm.assertEq(address(vault.TAXES()), address(taxes));
        vm.assertEq(vault.minBuyAmount(), 1e18);
    }

    function test_constructorNeedsAHub() public {
        vm.expectRevert(IStakingVault.ZeroAddress.selector);
        deploy("StakingVault", abi.encode(main, address(0)));
    }

    // Wrapping

    function test_firstShareCostsOneTide() public {
        vm.expectEmit(address(vault));
        emit IStakingVault.Bought(ALICE, 1_000e18, 1_000e18);
        vm.assertEq(wrap(ALICE, 1_000e18), 1_000e18);
        vm.assertEq(vault.totalAssets(), 1_000e18);
        vm.assertEq(vault.totalStasisAvailable(), 1_000e18);
        vm.assertEq(vault.totalStasisPledged(), 0);
        vm.assertEq(main.balanceOf(address(vault)), 1_000e18);
        (uint256 liquid, uint256 locked, uint256 total, uint256 value) = vault.getUserStakeDetails(ALICE);
        vm.assertEq(liquid, 1_000e18);
        vm.assertEq(locked, 0);
        vm.assertEq(total, 1_000e18);
        vm.assertEq(value, 1_000e18);
    }

    /// 1,000 shares and 100 TIDE of yield: a share costs 1.0999…, since 0.001 shares belong to nobody.
    function test_laterSharesCostWhatTheVaultHolds() public {
        _earnHundredTide();
        uint256 assets = vault.totalAssets();
        vm.assertEq(vault.convertToShares(110e18), uint256(110e18) * 1_000.001e18 / (assets + 1e15));
        vm.assertEq(vault.convertToAssets(100e18), uint256(100e18) * (assets + 1e15) / 1_000.001e18);
        uint256 shares = wrap(BOB, 110e18);
        vm.assertEq(shares, uint256(110e18) * 1_000.001e18 / (assets + 1e15));
        vm.assertGe(shares, 100e18, "about 100");
        vm.assertLe(shares, 100.1e18, "about 100");
        vm.assertEq(vault.totalAssets(), assets + 110e18);
    }

    function test_sharesCanBeBoughtForOthers() public {
        vm.prank(ALICE);
        vm.expectEmit(address(vault));
        emit IStakingVault.Bought(BOB, 5e18, 5e18);
        vault.buyForUser(5e18, BOB);
        vm.assertEq(vault.balanceOf(BOB), 5e18);
        vm.assertEq(vault.balanceOf(ALICE), 0);
    }

    function test_lessThanOneTideIsNotWrapped() public {
        vm.startPrank(ALICE);
        vm.expectRevert(IStakingVault.WrapTooSmall.selector);
        vault.buy(1e18 - 1);
        vault.buy(1e18);
        vm.assertEq(vault.balanceOf(ALICE), 1e18);
    }

    function test_onlyHeldTideIsWrapped() public {
        uint256 held = main.balanceOf(ALICE);
        vm.startPrank(ALICE);
        vm.expectRevert();
        vault.buy(held + 1);
        // Amounts that 128 bits do not hold.
        vm.expectRevert();
        vault.buy(uint256(1 << 128) + 1e18);
        vm.assertEq(vault.totalSupply(), 0);
    }

    // Unwrapping

    function test_unwrapsToTide() public {
        wrap(ALICE, 1_000e18);
        vm.expectEmit(address(vault));
        emit IStakingVault.Sold(ALICE, 400e18, 400e18);
        vm.assertEq(unwrap(ALICE, 400e18), 400e18);
        vm.assertEq(vault.totalAssets(), 600e18);
        vm.assertEq(main.balanceOf(address(vault)), 600e18);
    }

    /// The sale is the holder's: the events name the holder, and nothing stays on the way.
    function test_unwrapsToUsdb() public {
        wrap(ALICE, 1_000e18);
        uint256 quote = swap.getAmountsOut(400e18, pathOf(address(main), address(usdb)));
        uint256 before = usdb.balanceOf(ALICE);
        vm.recordLogs();
        vm.prank(ALICE);
        vault.sell(400e18, true, quote);
        vm.assertEq(usdb.balanceOf(ALICE) - before, quote);
        vm.assertEq(main.balanceOf(address(swap)) + usdb.balanceOf(address(swap)), 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 trades;
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != TRADED) continue;
            ++trades;
            vm.assertEq(address(uint160(uint256(logs[i].topics[1]))), ALICE);
        }
        vm.assertEq(trades, 1);
        // The vault's part of the tax waits: 16 % of 0.5 %.
        uint256 tax = quote * 50 / 9_950;
        vm.assertGe(vault.pendingYield(), tax * 1_599 / 10_000, "16 %");
        vm.assertLe(vault.pendingYield(), tax * 1_601 / 10_000, "16 %");
    }

    function test_leastUsdbBinds() public {
        wrap(ALICE, 1_000e18);
        uint256 quote = swap.getAmountsOut(400e18, pathOf(address(main), address(usdb)));
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, quote, quote + 1));
        vault.sell(400e18, true, quote + 1);
    }

    function test_onlyHeldSharesAreUnwrapped() public {
        wrap(ALICE, 10e18);
        wrap(BOB, 10e18);
        vm.startPrank(ALICE);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, ALICE, 10e18, 10e18 + 1)
        );
        vault.sell(10e18 + 1, false, 0);
        vm.expectRevert(IStakingVault.ZeroAmount.selector);
        vault.sell(0, false, 0);
    }

    /// Whatever the price, the last wei of a share is worth something.
    function test_dustIsUnwrapped() public {
        _earnHundredTide();
        vm.assertEq(unwrap(ALICE, 1), 1, "1.09 rounded down");
        vm.assertEq(unwrap(ALICE, 10), 10, "10.9 rounded down");
        vm.assertEq(unwrap(ALICE, 11), 12, "12.09 rounded down");
    }

    /// The price survives the last share, so that the next holder gains nothing from the ones before.
    function test_priceStaysWhenNobodyHoldsShares() public {
        _earnHundredTide();
        uint256 price = sharePrice();
        unwrap(ALICE, 1_000e18);
        vm.assertEq(vault.totalSupply(), 0);
        vm.assertGe(sharePrice(), price, "price");
        uint256 shares = wrap(BOB, 100e18);
        vm.assertGe(sharePrice(), price, "price");
        vm.assertLe(vault.convertToAssets(shares), 100e18, "no profit");
        vm.assertGe(vault.convertToAssets(shares), 100e18 - 2, "no loss but rounding");
    }

    // The router's option

    function test_routerWrapsWhatWasBought() public {
        address[] memory path = pathOf(address(usdb), address(main));
        uint256 quote = swap.getAmountsOut(1_000e18, path);
        (uint256 held, uint256 price) = (main.balanceOf(ALICE), main.getUSDPrice());
        vm.recordLogs();
        vm.prank(ALICE);
        vm.assertEq(swap.buyTokens(1_000e18, quote, path, true), quote);
        vm.assertEq(vault.balanceOf(ALICE), quote, "one share for 1 TIDE");
        vm.assertEq(main.balanceOf(ALICE), held);
        vm.assertEq(main.balanceOf(address(vault)), quote);
        vm.assertEq(main.allowance(address(swap), address(vault)), 0);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != TRADED) continue;
            vm.assertEq(address(uint160(uint256(logs[i].topics[1]))), ALICE);
            (uint256 amount,, uint256 before, uint8 kind) =
                abi.decode(logs[i].data, (uint256, uint256, uint256, uint8));
            vm.assertEq(amount, quote);
            vm.assertEq(before, price);
            vm.assertEq(kind, 0);
        }
        // 5 USDB of tax, 16 % of them to the vault, whose first shares these are.
        vm.assertEq(vault.pendingYield(), 0.8e18);
    }

    /// Inside a trade no other one can be made, so the waiting USDB waits on.
    function test_wrappingInATradeDoesNotInvest() public {
        wrap(BOB, 10e18);
        payTax(50e18);
        vm.prank(ALICE);
        swap.buyTokens(1_000e18, 0, pathOf(address(usdb), address(main)), true);
        vm.assertEq(vault.pendingYield(), 50.8e18);
        vm.assertEq(vault.unreleasedYield(), 0);
    }

    function test_leastOutputBindsWhenWrapping() public {
        address[] memory path = pathOf(address(usdb), address(main));
        uint256 quote = swap.getAmountsOut(1_000e18, path);
        vm.prank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(ISwap.InsufficientOutput.selector, quote, quote + 1));
        swap.buyTokens(1_000e18, quote + 1, path, true);
    }

    function test_onlyTideIsWrapped() public {
        FactoryToken token = launch(100);
        vm.prank(ALICE);
        vm.expectRevert(ISwap.WrappingUnavailable.selector);
        swap.buyTokens(10e18, 0, pathOf(address(usdb), address(main), address(token)), true);
    }

    function test_smallPurchasesAreNotWrapped() public {
        vm.prank(ALICE);
        vm.expectRevert(IStakingVault.WrapTooSmall.selector);
        swap.buyTokens(0.5e18, 0, pathOf(address(usdb), address(main)), true);
    }

    function test_onlyVaultAndMarketsSellForOthers() public {
        vm.prank(OPERATOR);
        taxes.setReceivers(TREASURY, address(0));
        wrap(ALICE, 10e18);
        vm.prank(ALICE);
        vm.expectRevert(ISwap.OnlyMarket.selector);
        vault.sell(10e18, true, 0);
        // A vault that the router does not know pays TIDE.
        vm.assertEq(unwrap(ALICE, 10e18), 10e18);
    }

    // Locks

    function test_lockedSharesStayInTheWallet() public {
        wrap(ALICE, 100e18);
        vm.expectEmit(address(vault));
        emit IStakingVault.Locked(ALICE, 60e18);
        lock(ALICE, 60e18);
        (uint256 liquid, uint256 locked, uint256 total,) = vault.getUserStakeDetails(ALICE);
        vm.assertEq(liquid, 40e18);
        vm.assertEq(locked, 60e18);
        vm.assertEq(total, 100e18);
        vm.assertEq(vault.getAvailableStasis(ALICE), 60e18);
        (uint256 lockedNow, uint256 pledged, uint256 hubId, bool hasLoan) = vault.userVaults(ALICE);
        vm.assertEq(lockedNow, 60e18);
        vm.assertEq(pledged + hubId, 0);
        vm.assertFalse(hasLoan);
        vm.expectEmit(address(vault));
        emit IStakingVault.Unlocked(ALICE, 10e18);
        vm.prank(ALICE);
        vault.unlock(10e18);
        vm.assertEq(unwrap(ALICE, 50e18), 50e18);
    }

    function test_sharesAreLockedOnce() public {
        wrap(ALICE, 100e18);
        lock(ALICE, 60e18);
        vm.startPrank(ALICE);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.NotEnoughShares.selector, 40e18));
        vault.lock(40e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(IStakingVault.NotEnoughShares.selector, 60e18));
        vault.unlock(60e18 + 1);
        vm.expectRevert(IStakingVault.ZeroAmount.selector);
        vault.lock(0);
        vm.expectRevert(IStakingVault.ZeroAmount.selector);
        vault.unlock(0);
    }

    function test_lockedSharesDoNotMove() public {
        wrap(ALICE, 100e18);
        lock(ALICE, 60e18);
        vm.startPrank(ALICE);
        vm.expectRevert(IStakingVault.SharesLocked.selector);
        vault.transfer(BOB, 40e18 + 1);
        vm.expectRevert(IStakingVault.SharesLocked.selector);
        vault.transfer(ALICE, 40e18 + 1);
        vm.expectRevert(IStakingVault.SharesLocked.selector);
        vault.sell(40e18 + 1, false, 0);
        vault.approve(BOB, type(uint256).max);
        vm.stopPrank();
        vm.startPrank(BOB);
        vm.expectRevert(IStakingVault.SharesLocked.selector);
        vault.transferFrom(ALICE, BOB, 40e18 + 1);
        vault.transferFrom(ALICE, BOB, 40e18);
        vm.stopPrank();
        // Shares that come in later are not locked.
        vm.prank(BOB);
        vault.transfer(ALICE, 5e18);
        vm.assertEq(unwrap(ALICE, 5e18), 5e18);
    }

    function _earnHundredTide() private {
        wrap(ALICE, 1_000e18);
        (uint256 r1, uint256 r0) = (main.reserve1(), main.reserve0());
        // Buys about 100 TIDE in one purchase.
        inject(100e18 * r1 / r0 * 1_000 / 995);
        vm.warp(vm.getBlockTimestamp() + 24 hours);
    }
}
